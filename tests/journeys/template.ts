import { toPortalDay } from '#api/zone.ts'
import { build } from '../../tools/build.ts'
import { copyTemplate, seededTemplate } from '../../tools/template.ts'

/** Before all journeys: the Worker is built and one portal is seeded; every spec file plays on a copy of it. */
export default async function setUp(): Promise<void> {
  build()
  process.env['JOURNEY_DAY'] = toPortalDay(new Date())
  process.env['JOURNEY_TEMPLATE'] = await seededTemplate('journeys', 1)
  // No journey asks anybody outside. Miniflare would hand the machine's extra certificates to every portal one by one,
  // and for each of them copy what it hands over, the whole Worker included.
  delete process.env['NODE_EXTRA_CA_CERTS']
}

/** The day, `yyyy-MM-dd`, on which the portal was seeded: the days of its story are counted from it, also after midnight. */
export function seededDay(): string {
  const day = process.env['JOURNEY_DAY']
  if (!day) throw new Error('the set-up has not run')
  return day
}

export function freshPortalIn(dir: string): void {
  const template = process.env['JOURNEY_TEMPLATE']
  if (!template) throw new Error('the set-up has not run')
  copyTemplate(template, dir)
}
