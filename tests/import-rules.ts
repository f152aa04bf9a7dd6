import { type Kind, kindOf, type Source, sliceOf } from './sources.ts'

export const pureHalf: Kind[] = ['contract', 'access', 'rules']
/** Matches files of the core without I/O, which the browser may import too. */
const pureCore =
  /^src\/server\/api\/(actor|address|ages|calls|contracts|date-paths|dates|days|features|held-roles|invoice-refusals|list-order|merge-refusals|package-refusals|payment-instruments|place|questions|refusal-statuses|refusals|text-matching|wire|zone)\.ts$/

export const isPure = (path: string) => pureHalf.includes(kindOf(path)) || pureCore.test(path)

export interface Rule {
  of: (source: Source) => boolean
  refuses: (to: string, from: Source) => boolean
  /** True when type imports are refused too. */
  typesToo?: true
  because: string
}

const kinds =
  (...allowedKinds: Kind[]) =>
  (source: Source) =>
    allowedKinds.includes(kindOf(source.path))
export const isServer = (to: string) => to.startsWith('src/server/')
const sliceInside = (to: string) => ['table', 'storage', 'jobs', 'routes', 'verb'].includes(kindOf(to))

/** Matches server files beside pure halves that screens may import: the route table and file addresses. */
const knownToScreens = /^src\/server\/(screens\/screens|api\/foundation\/files\/address)\.ts$/

/**
 * Matches business files that the edge may import beside the composition files: session checks, waiting jobs, and
 * stored edge data.
 */
const knownToEdge =
  /^src\/server\/api\/(people\/authentication\/(rules|storage)|foundation\/(jobs\/(run|storage)|(idempotency|purges)\/storage))\.ts$/

/** Returns the folder of the pages that a part belongs to, `src/pages/login`; null for everything else. */
const ownerOf = (path: string) => /^(src\/pages\/.*?)\/_parts\//.exec(path)?.[1] ?? null

/**
 * True when a page or a part belongs to a folder: it is inside it, is the page of that name, or is the start page of
 * `dashboard`.
 */
const isBeside = (path: string, folder: string) =>
  path.startsWith(`${folder}/`) ||
  path === `${folder}.astro` ||
  (path === 'src/pages/index.astro' && folder === 'src/pages/dashboard')

/** Import rules: the files that each applies to and the imports that it refuses. */
export const rules: Rule[] = [
  {
    of: kinds('pages', 'layouts', 'components', 'islands', 'ui'),
    refuses: (to) => isServer(to) && !isPure(to) && !knownToScreens.test(to),
    because:
      'a screen asks by calls: `Astro.locals.api(…)` in a page, `api(…)` in an island; only pure halves may be imported',
  },
  {
    of: kinds('ui'),
    refuses: (to) => kindOf(to) === 'islands' && !/^src\/islands\/client\/(texts\.tsx|use-texts\.ts)$/.test(to),
    because: 'a part of the kit knows no resource: give it what it shows as props',
  },
  {
    of: kinds('islands', 'ui'),
    refuses: (to) => ['pages', 'layouts', 'components'].includes(kindOf(to)),
    because: 'pages, layouts and components place islands, never the other way round',
  },
  {
    of: kinds('components'),
    refuses: (to) => ['pages', 'layouts'].includes(kindOf(to)),
    because: 'a shared component stands below the layouts and the pages that place it',
  },
  {
    of: kinds('layouts'),
    refuses: (to) => kindOf(to) === 'pages',
    because: 'a layout surrounds any page and knows none of them',
  },
  {
    of: kinds('pages'),
    refuses: (to, { path }) => ownerOf(to) !== null && !isBeside(path, ownerOf(to) ?? ''),
    typesToo: true,
    because:
      'a part belongs to the pages beside its `_parts`; what pages of several folders share is in src/components',
  },
  {
    of: (source) => isPure(source.path) || kindOf(source.path) === 'screens',
    refuses: (to) =>
      /^(drizzle|hono|astro|cloudflare:|node:|react)/.test(to) || ['platform', 'edge'].includes(kindOf(to)),
    because: 'a pure half has no I/O: do that in `storage.ts`, a verb or `routes.ts` and hand over the result',
  },
  {
    of: kinds('table'),
    // Tables import each other to declare foreign keys.
    refuses: (to) => isServer(to) && to !== 'src/server/platform/columns.ts' && !isPure(to) && kindOf(to) !== 'table',
    because: 'a table declares columns; queries belong in `storage.ts`',
  },
  {
    of: (source) => sliceInside(source.path) || kindOf(source.path) === 'core',
    refuses: (to) =>
      ['edge', 'pages', 'layouts', 'components', 'islands', 'ui'].includes(kindOf(to)) ||
      /^src\/(server\/openapi\/|background-work\.ts$)/.test(to),
    typesToo: true,
    because: 'the business knows neither the edge nor the screens: hand over what it needs in `ctx`',
  },
  {
    of: ({ path }) => path !== 'src/server/api/index.ts',
    refuses: (to, from) => kindOf(to) === 'routes' && sliceOf(to) !== sliceOf(from.path),
    because: 'routes answer calls and are listed in `api/index.ts`; what two slices need is a verb',
  },
  {
    of: ({ path }) => kindOf(path) === 'edge' || path === 'src/background-work.ts',
    refuses: (to) => sliceInside(to) && !knownToEdge.test(to),
    because:
      'the edge knows HTTP and the contracts, no resource: the slice exports what is needed through `api/index.ts`',
  },
  {
    of: kinds('content'),
    refuses: (to) =>
      !['content', 'package'].includes(kindOf(to)) && !/^src\/server\/api\/courses\/xapi\/(.+\/)?rules\.ts$/.test(to),
    typesToo: true,
    because:
      'a script of the content origin stands beside courses that nobody trusts: it knows the record store’s rules and nothing else of the portal',
  },
  {
    of: ({ path }) => kindOf(path) !== 'content',
    refuses: (to) => kindOf(to) === 'content',
    because: 'src/content is bundled apart for the browser: the Worker knows it by `virtual:content-scripts`',
  },
  {
    of: ({ path }) => path.startsWith('src/server/openapi/'),
    refuses: (to) => isServer(to) && !isPure(to) && !/^src\/server\/(openapi|platform)\//.test(to),
    typesToo: true,
    because: 'the documentation of the calls is made of contracts and pure halves alone',
  },
  {
    of: kinds('platform'),
    refuses: (to) => !['platform', 'package'].includes(kindOf(to)),
    typesToo: true,
    because: 'the platform knows no resource: move what does into the slice and hand it over',
  },
  {
    of: () => true,
    refuses: (to) => ['tests', 'tools'].includes(kindOf(to)),
    typesToo: true,
    because: 'the product stands without its tests and tools',
  },
]
