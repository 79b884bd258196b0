import { routeHandlers } from '@/app/api/route-handlers';
import { addMarkOperation, readMarksOperation } from '@/lib/api/operations/marks';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = routeHandlers(
  addMarkOperation,
  readMarksOperation,
);
