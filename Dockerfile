# syntax=docker/dockerfile:1

# A tag moves as Python and Debian mend what is broken. For an image that comes out the same again,
# name its digest: --build-arg BASE=python:3.11-slim-bookworm@sha256:…
ARG BASE=python:3.11-slim-bookworm

# What the bot runs on: exactly what requirements.lock names, and no pip.
FROM ${BASE} AS packages
COPY requirements.lock ./
RUN python -m venv --without-pip /venv \
    && python -m pip --python /venv/bin/python install --no-cache-dir --no-compile \
        --disable-pip-version-check --only-binary :all: --require-hashes -r requirements.lock

# Names are drawn in the script of their owners. One weight of each font is enough, bold where
# there is one, and of the large ones for Chinese, Japanese and Korean that without serifs.
FROM ${BASE} AS fonts
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji
RUN cd /usr/share/fonts \
    && rm opentype/noto/NotoSerifCJK-* \
    && for bold in */noto/*-Bold.tt?; do rm -f "${bold%-Bold.*}-Regular.${bold##*.}"; done

FROM ${BASE}

# FriBiDi lays out names that run from right to left.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libfribidi0 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=fonts /usr/share/fonts/ /usr/share/fonts/
COPY --from=packages /venv /venv

ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONOPTIMIZE=2
WORKDIR /app
COPY bot/ bot/
COPY cogs/ cogs/
COPY data/ data/
COPY engine/ engine/
COPY games/ games/
COPY playground/ playground/
COPY render/ render/
COPY texts/ texts/

# Nothing can be compiled later, as nobody may write here. What Python itself brings is compiled
# by being imported, so that only what the bot needs of it takes room.
RUN python -m compileall -q -j 0 -o 2 --invalidation-mode unchecked-hash /app /venv/lib \
    && python -c "import bot.__main__, bot.app.assembly, bot.app.drawing, bot.health"

# The bot is nobody special, and writes to var/ alone. The id is fixed, so that a folder of the
# host can be given to it.
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin salud \
    && install --directory --owner=salud --group=salud --mode=700 var
USER salud
VOLUME /app/var

# The bot touches its sign of life every 15 seconds while Discord answers and its round comes round.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot.health"]

# It finishes what it is answering: `docker stop` waits 10 seconds, which is enough.
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot", "run"]

ARG REVISION=unknown
LABEL org.opencontainers.image.title="Salud" \
    org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.description="A Discord bot for asynchronous matches of dice games" \
    org.opencontainers.image.version="0.3.0" \
    org.opencontainers.image.revision="${REVISION}"
