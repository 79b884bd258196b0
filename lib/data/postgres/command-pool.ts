/** Pool options of CLI commands: distinguishable from a server's connections, without a query timeout. */
export const COMMAND = { max: 2, onError: () => {}, queryTimeoutMs: 0, name: 'botmeter command' } as const;
