import { bearer } from '../../support/process/requests';
import { refusesWhileStorageIsLocked } from '../../support/process/separate-servers';

refusesWhileStorageIsLocked((api, bot) =>
  api.send({ path: `/api/v1/bots/${bot.id}/history`, headers: bearer(bot) }),
);
