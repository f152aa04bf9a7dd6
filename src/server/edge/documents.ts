import { contracts } from '#api/contracts.ts'
import { sha256Base64 } from '#platform/digest.ts'
import { docsPage, stylesheet } from './docs-page.ts'
import { openApiOf } from './openapi.ts'

let document: ReturnType<typeof openApiOf> | null = null

/** Made once an isolate, when first asked for. */
const openApi = () => {
  document ??= openApiOf(contracts)
  return document
}

const kept = { 'cache-control': 'public, max-age=300' }

const asJson = () => Response.json(openApi(), { headers: { ...kept, 'access-control-allow-origin': '*' } })

async function asPage(): Promise<Response> {
  const style = `'sha256-${await sha256Base64(stylesheet)}'`
  const policy = `default-src 'none'; style-src ${style}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const headers = { ...kept, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }
  return new Response(docsPage(openApi()), { headers })
}

/** The calls described: for programs at `/api/openapi.json`, for people at `/api/docs`. */
export async function documentResponse({ pathname }: URL): Promise<Response | null> {
  const path = pathname.toLowerCase().replace(/\/$/, '')
  if (path === '/api/openapi.json') return asJson()
  return path === '/api/docs' ? asPage() : null
}
