import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/local-portal.ts'

/**
 * Lists the pages of one reader, from the list that every screen is on; each screen once, without sheets for printing.
 */
export function listPages(reader: string): string[] {
  const counts: Record<string, number> = JSON.parse(readFileSync(join(root, 'tests/round-trips.json'), 'utf8'))
  const addresses = Object.keys(counts).flatMap((key) => key.split(` as ${reader}`, 1).filter((one) => one !== key))
  const screens = new Map(addresses.map((address) => [address.replace(/\?(?!tab=|view=).*/, ''), address]))
  // Sheets for printing have a layout of their own.
  return [...screens.values()].filter((address) => !address.startsWith('/print'))
}
