/** As little as a route handler can do: what Next's own request pipeline costs. */
const answer = () => Response.json({ success: true });

export const GET = answer;
export const POST = answer;
