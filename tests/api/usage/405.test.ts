import { onEveryServer } from '../../support/process/api-server';
import { refusesOtherMethods } from '../../support/process/refused-methods';
import { USAGE_PATH } from '../../support/process/requests';

onEveryServer((site) => refusesOtherMethods(site, USAGE_PATH, 'GET'));
