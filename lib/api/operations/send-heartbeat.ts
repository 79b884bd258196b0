import { HEARTBEAT_EXAMPLE, heartbeatResponse } from '@/lib/contract/connection';
import { isoTime } from '@/lib/domain/text/time';
import { receiveHeartbeat } from '@/lib/services/calls/calls';
import { jsonResponse, keyOperation, success } from '../operation';

/** Records a sign of life of a bot (contract section 8). */
export const sendHeartbeatOperation = keyOperation({
  method: 'POST',
  path: '/api/v1/heartbeat',
  isCounted: false,
  docs: {
    operationId: 'sendHeartbeat',
    tag: 'Connection',
    summary: 'Send a sign of life',
    description:
      'Never counts, and is answered with an exhausted quota too. The bot counts as alive from then on. A body of at most 16 KiB and of any type is ignored.',
  },
  ignoresBody: true,
  response: jsonResponse('The heartbeat was received.', heartbeatResponse, HEARTBEAT_EXAMPLE),
  errors: ['body_too_large'],
  async handle(deps, { who, snapshot }) {
    const result = await receiveHeartbeat(deps, who, snapshot);
    return result && { ...result, reply: success({ receivedAt: isoTime(result.nowMs) }) };
  },
});
