import { type Actor, callerGroups } from '#api/actor.ts'
import type { Feature } from '#api/features.ts'
import type { Screen } from '#screens/screens.ts'

/** A link of the menu. */
export interface MenuRow {
  /** Key of the text in the namespace `shell`. */
  label: string
  href: string
}

/** The rows of the menu by section. */
export interface Menu {
  main: MenuRow[]
  /** Rarely used pages: personal data, the password. */
  account: MenuRow[]
  administration: MenuRow[]
}

const accountRows = ['menu.gdpr', 'menu.changePassword']

/**
 * Returns whether a page of the route table is offered to a person. The person must belong to the caller group `who` of
 * its row, and its `feature`, if any, must be among `features`, those that are on.
 */
export const isOffered = ({ who, feature }: Screen, person: Pick<Actor, 'roles'>, features: readonly Feature[]) =>
  callerGroups[who](person) && (!feature || features.includes(feature))

/**
 * Returns the rows of the menu in the sections `main`, `account` and `administration`, by the order number of the rows.
 * They are the pages that the person may open and whose feature is on. Pages without a menu row are left out.
 * `{userId}` in a path becomes the person's id.
 */
export function createMenu(
  screens: readonly Screen[],
  person: Pick<Actor, 'id' | 'roles'>,
  features: readonly Feature[],
): Menu {
  const rows = screens
    .filter((screen) => isOffered(screen, person, features))
    .flatMap(({ menu, path }) => (menu ? [{ ...menu, path }] : []))
    .sort((a, b) => a.order - b.order)
    .map(({ section, label, path }) => ({ section, label, href: path.replace('{userId}', String(person.id)) }))
  const isAccount = ({ label }: MenuRow) => accountRows.includes(label)
  const main = rows.filter((row) => row.section === 'main')
  return {
    main: main.filter((row) => !isAccount(row)),
    account: main.filter(isAccount),
    administration: rows.filter((row) => row.section === 'administration'),
  }
}

const headerRows = ['menu.dashboard', 'menu.educations', 'menu.calendar', 'menu.media', 'menu.myEducations']

/**
 * Returns the rows that the header of a wide window shows, in its own fixed order; those of `account` are never among
 * them. The slide-in menu has every row.
 */
export const toHeaderRows = (menu: Menu): MenuRow[] =>
  headerRows.flatMap((label) => [...menu.main, ...menu.administration].filter((row) => row.label === label))

/**
 * Returns the path of the menu row that a page belongs to: the longest one that is the page's path or a parent folder
 * of it; undefined when none is. The row `/` owns only its own page.
 */
export function findCurrentRow(menu: Menu, pathname: string): string | undefined {
  const path = decodeURI(pathname)
  const isWithin = (href: string) => path === href || (href !== '/' && path.startsWith(`${href}/`))
  return Object.values(menu)
    .flat()
    .map(({ href }: MenuRow) => href)
    .filter(isWithin)
    .sort((a, b) => b.length - a.length)[0]
}
