import pg from 'pg';

/** What the types of pg leave out. */
type Running = {
  readonly host: string;
  readonly port: number;
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly _activeQuery: unknown;
};
type Canceller = pg.Connection & {
  connect(port: number | string, host?: string): void;
  cancel(processID: number, secretKey: number): void;
};

const WAIT_MAX_MS = 1_500;

/**
 * Asks the server to give up the statement that a connection still runs, on a connection of its own, encrypted like the first.
 * Does nothing if it runs none. Nobody waits for the outcome: the server sends none.
 */
export function cancelStatement(client: object, { ssl, sslnegotiation }: pg.ClientConfig): void {
  const { host, port, processID, secretKey, _activeQuery: running } = client as Running;
  if (!running || processID === null || secretKey === null) return;
  const connection = new pg.Connection({
    ssl,
    sslNegotiation: sslnegotiation,
  } as pg.ConnectionConfig) as Canceller;
  const timer = setTimeout(() => connection.stream.destroy(), WAIT_MAX_MS);
  connection.on('error', () => {}).once('end', () => clearTimeout(timer));
  const isEncrypted = ssl !== undefined && ssl !== false;
  connection.once(isEncrypted ? 'sslconnect' : 'connect', () => {
    connection.cancel(processID, secretKey);
    connection.stream.end();
  });
  if (isEncrypted && sslnegotiation !== 'direct') {
    const { requestSsl } = connection as unknown as { requestSsl(): void };
    connection.once('connect', () => requestSsl.call(connection));
  }
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
