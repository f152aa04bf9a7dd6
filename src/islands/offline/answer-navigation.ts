import { listCopies } from './copy-store.ts'
import { offlineHeaders, renderOfflinePage } from './offline-page.ts'

/**
 * Returns the answer of a navigation, or the portal's own page about a missing connection when `answer` rejects. `url`
 * is that of the page. The language is the worker's, as its registration names it.
 */
export async function answerNavigation(url: string, answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch {
    const language = new URLSearchParams(location.search).get('language') ?? ''
    const { pathname, search } = new URL(url)
    const copies = await listCopies().catch(() => [])
    return new Response(renderOfflinePage(language, pathname + search, copies), {
      status: 503,
      headers: offlineHeaders,
    })
  }
}
