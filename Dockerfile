# Two images of the course on a CPU.
#
# For students, JupyterLab on the exercises, without solutions. A JupyterHub starts it as the server of one user,
# and then wants its own version in it, --build-arg JUPYTERHUB=...:
#
#     docker build --target server --build-arg TORCH_INDEX=... --tag prpn-server .
#     docker run --rm --publish 127.0.0.1:8888:8888 prpn-server
#
# For the staff, the grader; submissions and reports lie in the folder that is mounted. Its sandbox makes namespaces of
# its own, which Docker allows with --privileged only:
#
#     docker build --target grader --build-arg TORCH_INDEX=... --tag prpn-grader .
#     docker run --rm --privileged --volume "$PWD:/class" prpn-grader grade submissions --sheet 7 \
#         --solutions /course/solutions
#
# TORCH_INDEX is the index that PyTorch's install page names after choosing pip and CPU. Without it the usual build comes,
# with its libraries for GPUs, several gigabytes.

FROM python:3.12-slim AS library
ARG TORCH_INDEX
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore OMP_NUM_THREADS=1
WORKDIR /course
COPY requirements.txt .
RUN grep -v '^--editable' requirements.txt > constraints.txt
RUN python -m pip install ${TORCH_INDEX:+--index-url "$TORCH_INDEX"} "$(grep '^torch==' requirements.txt)"
COPY pyproject.toml MANIFEST.in README.md LICENSE LICENSE-prose ./
COPY prpn_edu prpn_edu
COPY prpn_book prpn_book
COPY prpn_course prpn_course
RUN python -m pip install --constraint constraints.txt ".[course]"

FROM library AS server
ARG JUPYTERHUB
RUN python -m pip install --constraint constraints.txt jupyterlab ${JUPYTERHUB:+"jupyterhub==$JUPYTERHUB"}
RUN useradd --create-home --uid 1000 student
COPY --chown=student exercises /home/student/exercises
USER student
WORKDIR /home/student
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--no-browser", "exercises"]

FROM library AS grader
RUN apt-get update && apt-get install --yes --no-install-recommends bubblewrap && rm -rf /var/lib/apt/lists/*
COPY prpn_class prpn_class
RUN python -m pip install --constraint constraints.txt ./prpn_class
COPY solutions solutions
WORKDIR /class
ENTRYPOINT ["prpn-edu"]
CMD ["doctor"]
