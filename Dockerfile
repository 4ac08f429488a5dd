FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1

WORKDIR /app

COPY requirements.lock ./
RUN python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock

# Names are drawn in the script of their owners; FriBiDi lays out those that run from right to
# left. Without these the bot runs as well, and calls such players by their number.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends \
        fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji libfribidi0 \
    && rm -rf /var/lib/apt/lists/*

COPY bot/ bot/
COPY cogs/ cogs/
COPY data/ data/
COPY engine/ engine/
COPY playground/ playground/
COPY render/ render/
COPY texts/ texts/

# The bot is nobody special, and writes to var/ alone. The id is fixed, so that a folder of the
# host can be given to it.
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin salud \
    && install --directory --owner=salud --group=salud var
USER salud
VOLUME /app/var

# The bot touches var/alive every 15 seconds while Discord answers and its round comes round.
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-m", "bot.health"]

# It stops on SIGTERM, after it has finished what it is answering: `docker stop` waits 10 seconds.
CMD ["python", "-m", "bot", "run"]
