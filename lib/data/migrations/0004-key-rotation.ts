import { type Migration, onBoth } from './migration';

/**
 * Keeps a rotated key's original expiry, from which its successor's is computed; the rotation itself shortens the
 * expiry.
 */
export const keyRotation: Migration = {
  version: 4,
  name: 'key-rotation',
  ...onBoth([
    'ALTER TABLE api_keys ADD COLUMN rotated_at_ms INTEGER',
    'ALTER TABLE api_keys ADD COLUMN own_expires_at_ms INTEGER',
  ]),
};
