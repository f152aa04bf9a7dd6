import type { Actor } from '#api/actor.ts'
import type { Feature } from '#api/features.ts'
import { hasAnyRole, isSuperadministrator } from '#api/held-roles.ts'
import { screens } from '#screens/screens.ts'
import { createMenu } from './menu.ts'
import { createOfficeNavigation, goKeys } from './office-navigation.ts'
import { configurationTabs, toTabHref } from './settings-navigation.ts'

/**
 * A page, tab, setting or action that the palette offers. `label` is a key of the text in the namespace `namespace`.
 */
export interface PaletteTarget {
  kind: 'action' | 'page' | 'setting'
  namespace: 'shell' | 'configuration'
  label: string
  href: string
  /** Letter that opens it after `g`. */
  key: string | null
}

const toTarget =
  (kind: PaletteTarget['kind']) =>
  (row: { label: string; href: string }): PaletteTarget => ({
    kind,
    namespace: 'shell',
    label: row.label,
    href: row.href,
    key: goKeys.get(row.href) ?? null,
  })

const settings = configurationTabs.map(
  (tab): PaletteTarget => ({
    kind: 'setting',
    namespace: 'configuration',
    label: `tab.${tab}`,
    href: toTabHref(tab),
    key: goKeys.get(toTabHref(tab)) ?? null,
  }),
)

/**
 * Lists the targets that a person may open. Actions come first, then the pages of the side navigation and of the menu,
 * each URL with its query once, then for superadministrators the tabs of the configuration in place of its page. The
 * side navigation counts only for a person with a role. An action is not listed as a page too.
 */
export function listPaletteTargets(person: Pick<Actor, 'id' | 'roles'>, features: readonly Feature[]): PaletteTarget[] {
  const office = createOfficeNavigation(person, features)
  const menu = createMenu(screens, person, features)
  const officeRows = hasAnyRole(person) ? office.groups.flatMap(({ rows }) => rows) : []
  const actionHrefs = new Set(office.actions.map(({ href }) => href))
  const pages = [...officeRows, ...menu.main, ...menu.administration, ...menu.account].filter(
    ({ href }) => !actionHrefs.has(href) && href !== '/config',
  )
  const once = [...new Map(pages.map((row) => [row.href, row])).values()]
  return [
    ...office.actions.map(toTarget('action')),
    ...once.map(toTarget('page')),
    ...(isSuperadministrator(person) ? settings : []),
  ]
}
