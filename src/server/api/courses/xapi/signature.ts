import { createVerify, X509Certificate } from 'node:crypto'
import { unchecked } from '../../../../unchecked.ts'
import { XapiError } from './error.ts'
import { type Attachment, normalizeContextActivities, type Statement, toCanonicalJson } from './statement.ts'
import { isJson } from './statement-rules/check.ts'
import { refuseStatement } from './statement-rules/statement.ts'

/** Usage type of the attachment that signs its statement (xAPI 1.0.3, part two, 2.6). */
export const signatureUsage = 'http://adlnet.gov/expapi/attachments/signature'

const algorithms: Record<string, string> = { RS256: 'RSA-SHA256', RS384: 'RSA-SHA384', RS512: 'RSA-SHA512' }

function wrong(why: string): never {
  throw new XapiError(400, `The signature is not valid: ${why}`)
}

function jsonOf(text: string, what: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (isJson(value)) return value
  } catch {
    // Invalid text and a value of another shape get the same refusal below.
  }
  return wrong(`its ${what} is not JSON`)
}

function isSignedBy(certificate: string, algorithm: string, signed: string, signature: string): boolean {
  try {
    const key = new X509Certificate(Buffer.from(certificate, 'base64')).publicKey
    return createVerify(algorithm).update(signed).verify(key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

/** Returns the statement as it was signed, without its signature. */
function unsigned({ attachments = [], ...rest }: Statement): Statement {
  const others = attachments.filter(({ usageType }) => usageType !== signatureUsage)
  return normalizeContextActivities(others.length > 0 ? { ...rest, attachments: others } : rest)
}

/**
 * Checks that a JSON web signature signs this statement and, if it has a certificate, that it is signed by that.
 * Without a certificate (`x5c`) the signature itself is not verified, and no chain of certificates is.
 *
 * @throws XapiError 400 when the signature is not valid
 */
export function checkSignature(statement: Statement, attachment: Attachment, content: Uint8Array): void {
  if (attachment.contentType !== 'application/octet-stream') wrong('its content type is not application/octet-stream')
  const [header = '', payload = '', signature = '', ...more] = Buffer.from(content).toString('latin1').trim().split('.')
  if (more.length > 0 || signature === '') wrong('it is no JSON web signature')
  const { alg, x5c } = jsonOf(header, 'header')
  const algorithm = typeof alg === 'string' && Object.hasOwn(algorithms, alg) ? algorithms[alg] : undefined
  if (!algorithm) wrong('its algorithm is not RS256, RS384 or RS512')
  const signedStatement = jsonOf(payload, 'payload')
  const flaw = refuseStatement(signedStatement)
  if (flaw) wrong(`what it signs is not a statement, ${flaw}`)
  // Validated above; JSON has no type, hence the cast by way of unknown.
  const signed = unchecked<Statement>(signedStatement)
  if (toCanonicalJson(unsigned(signed)) !== toCanonicalJson(unsigned(statement))) wrong('it signs another statement')
  if (x5c === undefined) return
  const [certificate]: unknown[] = Array.isArray(x5c) ? x5c : []
  if (typeof certificate !== 'string' || !isSignedBy(certificate, algorithm, `${header}.${payload}`, signature))
    wrong('it is not by its certificate')
}
