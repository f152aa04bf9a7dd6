import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../local-portal.ts'
import type { Portal } from '../portal.ts'
import { listRuntimes } from '../runtime.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { type Load, measureInTurns, type Pace } from './load.ts'
import { officeTargets } from './office-lists.ts'
import type { openDirectPortal } from './open-direct.ts'
import { signIn } from './page-weight.ts'
import { targets } from './targets.ts'

type ComparedTarget = Pick<(typeof targets)[number], 'name' | 'path' | 'as' | 'kind'>

const comparedTargets: readonly ComparedTarget[] = [
  ...targets,
  ...officeTargets.map((target): ComparedTarget => ({ ...target, kind: 'page' })),
]

interface Side {
  portal: Portal
  port: number
  dir: string
}

/**
 * Imports the function that opens a portal on a direct socket. In earlier checkouts it is `openPortal` of
 * `tools/portal.ts`.
 */
async function loadOpener(checkout: string): Promise<typeof openDirectPortal> {
  const path = join(checkout, 'tools/bench/open-direct.ts')
  if (existsSync(path)) return (await import(pathToFileURL(path).href)).openDirectPortal
  return (await import(pathToFileURL(join(checkout, 'tools/portal.ts')).href)).openPortal
}

/** Opens the built portal of a checkout on a copy of the same data. */
async function openSide(checkout: string, name: string, port: number): Promise<Side> {
  const dir = join(root, '.cache/bench', name)
  copyTemplate(await seededTemplate('scale-1', 1), dir)
  const open = await loadOpener(checkout)
  const portal = await open({
    dir,
    port,
    log: join(root, `.cache/bench/${name}.log`),
    vars: { CALLS_PER_MINUTE: '' },
  })
  return { portal, port, dir }
}

async function loadOf({ as, kind, path }: ComparedTarget, { portal, port, dir }: Side): Promise<Load> {
  const { cookies, token } = await signIn(portal.origin, as)
  const headers: Record<string, string> =
    kind === 'page' ? { cookie: cookies.join('; '), accept: 'text/html' } : { authorization: `Bearer ${token}` }
  return { port, path, headers, pids: listRuntimes(dir) }
}

/**
 * Prints the processor time of each page and call beside that of another checkout's build; both are measured in turns.
 */
export async function compareWith(checkout: string, only: string | undefined, port: number, pace: Pace): Promise<void> {
  const before = await openSide(resolve(checkout), 'before', port)
  const after = await openSide(root, 'after', port + 3)
  const ratios: number[] = []
  for (const target of comparedTargets.filter(({ name }) => !only || new RegExp(only).test(name))) {
    const loads = [await loadOf(target, before), await loadOf(target, after)]
    const [one, other] = await measureInTurns(loads, pace)
    if (!one?.cpuMs || !other?.cpuMs) throw new Error(`${target.name} was not measured`)
    ratios.push(other.cpuMs / one.cpuMs)
    console.log(
      `| ${target.name} | ${one.cpuMs.toFixed(2)} | ${other.cpuMs.toFixed(2)} | ${(other.cpuMs / one.cpuMs).toFixed(2)}× | ${one.roundTrips} → ${other.roundTrips} |`,
    )
  }
  console.log(`mean ${(ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length).toFixed(2)}×`)
  await Promise.all([before.portal.close(), after.portal.close()])
}
