import type { APIRoute } from 'astro'

/** The menu's form without a script; browsers' other ways out are `POST /Authentication/Logout`. */
export const POST: APIRoute = async ({ locals, redirect }) => {
  await locals.api('POST /Authentication/Logout')
  return redirect('/login', 303)
}
