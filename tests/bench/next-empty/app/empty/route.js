/** The smallest route handler: measures the cost of Next's request pipeline. */
const handler = () => Response.json({ success: true });

export const GET = handler;
export const POST = handler;
