import { createHmac, timingSafeEqual } from 'node:crypto'

/** Shortest secret of a rotation, in characters: a sentence of words is one secret. */
const minLength = 32

/**
 * Lists the secrets of a value such as SESSION_SECRET, the newest first: several, of at least 32 characters each, are
 * separated by spaces. With a shorter part, the whole value is one secret. An empty value is one empty secret, so the
 * caller checks that a secret is set. The newest signs and encrypts; all of them verify and decrypt, so that a new
 * secret ends nothing.
 */
export function listSecrets(value: string): string[] {
  const parts = value.trim().split(/\s+/)
  return parts.every(({ length }) => length >= minLength) ? parts : [value]
}

/** Returns the secret that signs and encrypts: the first of `listSecrets`; empty text for an empty value. */
export const getNewestSecret = (value: string): string => listSecrets(value)[0] ?? ''

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64url')

/**
 * Returns the HMAC-SHA256 of a text under each secret, the newest first, as 43 characters of Base64url. A value that is
 * stored and looked up is stored as the first and found by any. An empty `secrets` gives one hash under an empty key,
 * so the caller checks that a secret is set.
 */
export const keyedHashes = (secrets: string, text: string): string[] =>
  listSecrets(secrets).map((secret) => hmac(secret, text))

/**
 * Signs a text with the newest secret by HMAC-SHA256; returns 43 characters of Base64url. `secrets` is a value as
 * `listSecrets` reads it; an empty one is not refused.
 */
export const signText = (secrets: string, text: string): string => hmac(getNewestSecret(secrets), text)

const isEqual = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

/**
 * Returns whether a signature is that of `signText` for the text under one of the secrets; false for a malformed one.
 * Compares in constant time. An empty `secrets` is not refused: anybody can sign with an empty key, so the caller
 * checks that a secret is set.
 */
export function isSigned(secrets: string, text: string, signature: string): boolean {
  const received = Buffer.from(signature)
  return keyedHashes(secrets, text).some((expected) => isEqual(Buffer.from(expected), received))
}
