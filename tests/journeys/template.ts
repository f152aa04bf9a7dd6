import { toPortalDay } from '#api/zone.ts'
import { build } from '../../tools/build.ts'
import { copyTemplate, seededTemplate } from '../../tools/template.ts'

/** Builds the Worker and seeds one portal before all journeys; every spec file runs on a copy of it. */
export default async function setUp(): Promise<void> {
  build()
  process.env['JOURNEY_DAY'] = toPortalDay(new Date())
  process.env['JOURNEY_TEMPLATE'] = await seededTemplate('journeys', 1)
  // No journey calls an outside host. Miniflare would pass the machine's extra certificates to every portal one at a
  // time, and copy the whole Worker for each.
  delete process.env['NODE_EXTRA_CA_CERTS']
}

/**
 * Returns the day, `yyyy-MM-dd`, on which the portal was seeded. The story counts its days from it, also after
 * midnight.
 */
export function seededDay(): string {
  const day = process.env['JOURNEY_DAY']
  if (!day) throw new Error('the set-up has not run')
  return day
}

export function copyPortalTo(dir: string): void {
  const template = process.env['JOURNEY_TEMPLATE']
  if (!template) throw new Error('the set-up has not run')
  copyTemplate(template, dir)
}
