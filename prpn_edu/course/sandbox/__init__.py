"""Where answers run: a process that holds nothing worth stealing and can break nothing but itself.

Outside, the grader starts one fork server for each worker and sheet, inside bubblewrap where there is one. It
imports what notebooks need, once. For each submission it forks a jail: a process with its own namespaces,
scratch folder, limits and no rights, in which `cells` runs the student's cells and calls the student's
functions. What comes out are plain values. What they should have been is known only outside.

- `protocol`: frames and values that cross the border, read with suspicion on the way out
- `library`: the copy of the library that answers may import, without the modules that hold them
- `confinement`: is there a sandbox on this machine, and the command that makes it
- `jail`: namespaces, limits and rights of one forked process
- `syscalls`: the calls to the kernel that a jail goes without
- `cells`: runs a student's cells and calls the functions, in the jail
- `forkserver`: forks a jail for each submission and kills it when its time is up
- `worker`: the grader's end of the line to a fork server
"""
