# Builds from the lockfile; the image holds what the service needs at run time (lib/build/image.mjs), runs as an
# unprivileged user and writes to /data alone.
FROM node:22-bookworm-slim AS build
WORKDIR /botmeter
COPY package.json package-lock.json ./
# No package needs its script: the SQLite driver has its binaries in the package (lib/decisions/0014).
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run build && node lib/build/image.mjs /image

FROM node:22-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 DATABASE_URL=file:/data/botmeter.db
WORKDIR /botmeter
COPY --from=build /image .
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/api/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "lib/build/start.mjs"]
