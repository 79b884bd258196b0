import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createResolve } from '@/lib/delivery/resolve';

const A = 1;
const AAAA = 28;
const NAME_ERROR = 3;
const LOOPBACK_6 = `${'00'.repeat(15)}01`;

/** What a name server knows: the record data of a name and type in hex. */
const RECORDS: Record<string, readonly string[]> = {
  [`both.test ${A}`]: ['0a000001', '0a000002'],
  [`both.test ${AAAA}`]: [LOOPBACK_6],
  [`six.test ${AAAA}`]: [LOOPBACK_6],
};

/** The response to a query with one question (RFC 1035). */
function respond(query: Buffer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = query.readUInt16BE(at + 1);
  const found = RECORDS[`${labels.join('.')} ${type}`] ?? [];
  const isKnown = Object.keys(RECORDS).some((key) => key.startsWith(`${labels.join('.')} `));
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 | (isKnown ? 0 : NAME_ERROR), 2);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt16BE(0, 10);
  const answers = found.map((data) => {
    const record = Buffer.alloc(12);
    [0xc00c, type, 1, 0, 60, data.length / 2].forEach((value, index) => {
      record.writeUInt16BE(value, 2 * index);
    });
    return Buffer.concat([record, Buffer.from(data, 'hex')]);
  });
  return Buffer.concat([header, query.subarray(12, at + 5), ...answers]);
}

const socket = createSocket('udp4', (query, { port, address }) => socket.send(respond(query), port, address));
beforeAll(async () => {
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
});
afterAll(() => void socket.close());

it.each([
  ['both.test', ['10.0.0.1', '10.0.0.2', '::1']],
  ['six.test', ['::1']],
])('%s has the addresses that DNS knows, IPv4 first', async (name, addresses) => {
  expect(await createResolve([`127.0.0.1:${socket.address().port}`])(name, false)).toEqual(addresses);
});

it('a name that DNS does not know is an error', async () => {
  const resolve = createResolve([`127.0.0.1:${socket.address().port}`]);
  await expect(resolve('none.test', false)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('names of the hosts file, and of the operator, are resolved by the system', async () => {
  const withoutDns = createResolve(['127.0.0.1:1']);
  expect((await withoutDns('localhost', false))[0]).toBe('127.0.0.1');
  // A form of an address that only the system knows.
  expect(await withoutDns('127.1', true)).toEqual(['127.0.0.1']);
});
