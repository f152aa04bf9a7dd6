import type { Visitor } from '../context.ts'
import { originAt } from '../packages/origins.ts'

/**
 * Where payments are framed from: a host beside those of uploaded content, so that what a provider brings along runs on
 * another site than the portal's tokens.
 */
export function frameOrigin(contentOrigin: string): string {
  const { protocol, host } = originAt(contentOrigin)
  return `${protocol}//payment.${host}`
}

export const isPaymentFrame = (host: string, contentOrigin: string): boolean =>
  host === `payment.${originAt(contentOrigin).host}`

export const frameAddress = ({ env }: Visitor, path: string): string => `${frameOrigin(env.CONTENT_ORIGIN)}${path}`
