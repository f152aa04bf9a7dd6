import stylesheet from 'swagger-ui-dist/swagger-ui.css?url'
import script from 'swagger-ui-dist/swagger-ui-bundle.js?url'
import { contracts } from '#api/contracts.ts'
import { sha256Base64 } from '#platform/digest.ts'
import { createOpenApi } from './openapi.ts'

const documentPath = '/api/openapi.json'

let document: ReturnType<typeof createOpenApi> | null = null

/** Returns the OpenAPI document, built once in an isolate. */
const openApi = () => {
  document ??= createOpenApi(contracts)
  return document
}

const cacheHeaders = { 'cache-control': 'public, max-age=300' }

const asJson = () => Response.json(openApi(), { headers: { ...cacheHeaders, 'access-control-allow-origin': '*' } })

/** Starts Swagger UI as a viewer: it makes no calls and asks for no token. */
const start = `
const nothing = () => () => null
SwaggerUIBundle({
  url: '${documentPath}',
  dom_id: '#calls',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  showExtensions: true,
  supportedSubmitMethods: [],
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
  plugins: [{ wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } }],
})`

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calls · Utbildningsportalen</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="stylesheet" href="${stylesheet}"></head>
<body><main id="calls"></main><noscript><a href="${documentPath}">OpenAPI 3.1</a></noscript>
<script src="${script}"></script><script>${start}</script></body></html>`

/**
 * Returns the policy of the page. The sandbox gives it an origin of its own, so that a script of others never reads the
 * session or the token that the portal's origin stores.
 */
async function policyFor({ origin }: URL): Promise<string> {
  return [
    'sandbox allow-scripts allow-popups',
    "default-src 'none'",
    `script-src ${origin}${script} 'sha256-${await sha256Base64(start)}'`,
    `style-src ${origin}${stylesheet}`,
    `connect-src ${origin}${documentPath}`,
    'img-src data:',
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  ].join('; ')
}

async function asPage(url: URL): Promise<Response> {
  const headers = { ...cacheHeaders, 'content-type': 'text/html; charset=utf-8' }
  return new Response(page, { headers: { ...headers, 'content-security-policy': await policyFor(url) } })
}

/**
 * Returns the documentation of the calls at a URL: OpenAPI at `/api/openapi.json`, Swagger UI at `/api/docs`; null for
 * other paths. It is public and cached for five minutes; the document is built once in an isolate.
 */
export async function documentationResponse(url: URL): Promise<Response | null> {
  const path = url.pathname.toLowerCase().replace(/\/$/, '')
  if (path === documentPath) return asJson()
  return path === '/api/docs' ? asPage(url) : null
}
