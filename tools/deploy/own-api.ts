import { apiBase, type CloudflareApi, openCloudflareApi } from './cloudflare-api.ts'
import { DeployError } from './environment.ts'
import { findToken } from './wrangler.ts'

/** Opens Cloudflare's API for the person who runs the command; null when nobody is signed in. */
export function findOwnApi(): CloudflareApi | null {
  const token = findToken()
  return token ? openCloudflareApi(apiBase(), token) : null
}

/** Opens Cloudflare's API for the person who runs the command. @throws DeployError when nobody is signed in. */
export function openOwnApi(): CloudflareApi {
  const api = findOwnApi()
  if (!api) throw new DeployError('Sign in with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN')
  return api
}
