import type { APIRoute } from 'astro'
import { isEducatorLevel } from '#api/actor.ts'
import { readOpened } from '#components/opened/opened-cookie.ts'
import type { PaletteContent } from '#islands/palette/palette-content.ts'
import { listPaletteTargets } from '#layouts/palette-targets.ts'

/**
 * Lists what the palette offers before a search: pages, settings and actions of the caller, and recent pages. Answers
 * 401 without a session, while it waits for a sign-in step, and when the password has expired.
 */
export const GET: APIRoute = async ({ locals, cookies }) => {
  const { actor, api, configuration } = locals
  if (!actor || actor.awaits || actor.passwordExpiryDate) return new Response(null, { status: 401 })
  const opened = isEducatorLevel(actor) ? readOpened({ cookies }) : []
  const idsOf = (kind: 'occasion' | 'education') => opened.filter((page) => page.kind === kind).map(({ id }) => id)
  const names =
    opened.length === 0
      ? []
      : await api('GET /Worklist/opened', {
          query: { occasionIds: idsOf('occasion'), educationIds: idsOf('education') },
        })
  const content: PaletteContent = {
    recent: opened.flatMap((page) => names.find(({ kind, id }) => kind === page.kind && id === page.id) ?? []),
    targets: listPaletteTargets(actor, configuration?.features ?? []).map(({ namespace, label, ...target }) => ({
      ...target,
      label: locals.t(namespace)(label),
    })),
  }
  return Response.json(content, { headers: { 'cache-control': 'private, no-store' } })
}
