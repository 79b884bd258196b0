import { onEveryServer } from '../../support/process/api-server';
import { rejectsInvalidKeys } from '../../support/process/refused-keys';
import { USAGE_PATH } from '../../support/process/requests';

onEveryServer((site) => rejectsInvalidKeys(site, { method: 'GET', path: USAGE_PATH }));
