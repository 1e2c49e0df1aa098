"""Where answers run: a process that holds nothing worth stealing and can break nothing but itself.

There is one kind of process. Each `Worker` of the grader starts a fork server, inside bubblewrap where there
is one. It imports what notebooks need, once, and for each job it forks a jail: a process with its own
namespaces, scratch folder, limits and no rights. One job is to read what a student handed in, another is to
run the cells and to call the functions in them. A job goes straight into its jail and the replies straight
out: the fork server, whose memory every jail inherits, never holds a byte of a student's. What comes out are
plain values. What they should have been is known only outside.

Outside:

- `worker`: starts a fork server, hands it jobs, reads replies with suspicion
- `confinement`: is there a sandbox on this machine, and the command that makes it
- `identity`: user numbers, so that no two workers' jails share one
- `library`: the copy of the library that answers may import, without the modules that hold them

Inside:

- `forkserver`: forks a jail for each job, and ends it when its time is up
- `jail`, `syscalls`: namespaces, limits and rights of one forked process; calls to the kernel it goes without
- `crowd`: what all that lives in a jail holds, and a lower priority where it is much
- `cells`: reads files, runs cells
- `calls`, `asked`: calls functions, when the grader asks and when the notebook checks them itself
- `going_on`: what is left of a cell in which a statement failed
- `withheld`: what an answer gets from a module that is withheld

On both sides:

- `protocol`: jobs and replies, which cross the border
- `archives`, `finding`, `reading`, `on_demand`, `submission`: what was handed in, unpacked, found, and
  reduced to the student's own cells and to what they need of the sheet's
"""
