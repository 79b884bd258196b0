import { botRequest } from '../../support/process/requests';
import { refusesWhileStorageIsLocked } from '../../support/process/separate-servers';

refusesWhileStorageIsLocked((api, bot) => api.send(botRequest(bot)));
