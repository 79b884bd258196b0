import { rejectsInvalidKeys } from '../../support/process/refused-keys';
import { onEveryServer, USAGE_PATH } from '../../support/process/site';

onEveryServer((site) => rejectsInvalidKeys(site, { method: 'GET', path: USAGE_PATH }));
