import { refusesOtherMethods } from '../../support/process/refused-methods';
import { onEveryServer, USAGE_PATH } from '../../support/process/site';

onEveryServer((site) => refusesOtherMethods(site, USAGE_PATH, 'GET'));
