import { fileURLToPath } from 'node:url';

/** Next itself comes from the product's packages, two folders up. */
const config = {
  poweredByHeader: false,
  turbopack: { root: fileURLToPath(new URL('../../..', import.meta.url)) },
};

export default config;
