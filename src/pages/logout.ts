import type { APIRoute } from 'astro'

/**
 * Signs out by the menu's form, without scripts, and redirects to the sign-in page. Scripts call `POST
 * /Authentication/Logout`.
 */
export const POST: APIRoute = async ({ locals, redirect }) => {
  await locals.api('POST /Authentication/Logout')
  return redirect('/login', 303)
}
