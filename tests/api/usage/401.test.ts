import { refusesWhatIsNoKey } from '../../support/process/refused-keys';
import { onEveryServer, USAGE_PATH } from '../../support/process/site';

onEveryServer((site) => refusesWhatIsNoKey(site, { method: 'GET', path: USAGE_PATH }));
