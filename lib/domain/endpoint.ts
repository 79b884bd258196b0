/** `signed` for webhooks after Standard Webhooks, `discord` for an address of Discord's (contract section 9). */
export const ENDPOINT_KINDS = ['signed', 'discord'] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

/**
 * `off` after failures, by a person, or because its secrets cannot be decrypted; `paused` after a change of owner or a
 * downgrade. Events reach only endpoints that are `on`.
 */
export const ENDPOINT_STATUSES = ['on', 'off', 'paused'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

/** `dropped` if too many waited, `given_up` after the last retry. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Begins the secret of a signed webhook; the base64 of its bytes, 24 to 64, follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
