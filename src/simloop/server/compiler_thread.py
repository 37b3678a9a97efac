"""What a thread is called that compiles or links: a program must not be taken down around it."""

AT_WORK = "compiler"
