"""Where answers run: a process that holds nothing worth stealing and can break nothing but itself.

Outside, the grader starts a starter, inside bubblewrap where there is one. It imports what notebooks need,
once, and forks a fork server for each worker and sheet. For each job this forks a jail: a process with its
own namespaces, scratch folder, limits and no rights. One job is to read what a student handed in, another is
to run the cells and to call the functions in them. A job goes straight into its jail and the replies straight
out: the fork server, whose memory every jail inherits, never holds a byte of a student's. What comes out are
plain values. What they should have been is known only outside.

- `protocol`: jobs and replies, which cross the border; replies are read with suspicion
- `archives`, `reading`, `submission`: what was handed in, unpacked and reduced to the student's own cells
- `cells`: runs the cells and calls the functions
- `jail`, `identity`: namespaces, limits and rights of one forked process; a user number of its own
- `crowd`: what all that lives in a jail holds, and a lower priority where it is much
- `syscalls`: the calls to the kernel that a jail goes without
- `starter`, `starters`: imports what notebooks need and forks fork servers; the grader's end of its line
- `forkserver`: forks a jail for each job, and ends it when its time is up
- `library`, `withheld`: the copy of the library that answers may import, without the modules that hold them
- `confinement`: is there a sandbox on this machine, and the command that makes it
- `worker`, `conversation`: the grader's end of the line to a fork server; one job on it
"""
