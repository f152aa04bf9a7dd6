import { renderComponent as renderByAstro, renderSlot, unescapeHTML } from 'astro/compiler-runtime'
import { fingerprintOf, keep, recall } from './kept-markup.ts'
import reactRenderer, { nextPrefix, placedAs } from './react-renderer.ts'

/**
 * What compiled pages place components with, in place of Astro's own. A part that stays as it is on the page (an icon, a badge, a
 * card: a page has a hundred of them) is put in at once, and so is an island that was there before with the same props. Astro would ask
 * all frameworks whose it is and come back some turns later, and hold back everything that stands behind it meanwhile.
 */
export * from 'astro/compiler-runtime'

type Render = typeof renderByAstro
type Result = Parameters<Render>[0]
type Props = Parameters<Render>[3]
type Slots = NonNullable<Parameters<Render>[4]>
type Instance = Awaited<ReturnType<Render>>
type Destination = Parameters<Instance['render']>[0]
type Chunk = Parameters<Destination['write']>[0]

/** Functions of Astro's own bear a mark; React's are plain, or objects where they are wrapped. */
function isReactPart(component: unknown): component is object {
  if (typeof component === 'function') return !('isAstroComponentFactory' in component) && !('astro:html' in component)
  return typeof component === 'object' && component !== null && '$$typeof' in component
}

/** What a page is told besides markup: what it needs in its head, which script it has. */
const isTold = (chunk: Chunk) => typeof chunk === 'object' && 'type' in chunk

/** A slot's markup, and what it tells the page. */
interface Gathered {
  html: string
  told: readonly Chunk[]
}

function gather({ html, told }: Gathered, chunk: Chunk): Gathered {
  if (isTold(chunk)) return { html, told: [...told, chunk] }
  // Markup that was gathered before comes with what it has to tell.
  const { instructions, chunks = [] } = chunk as { instructions?: Chunk[] | null; chunks?: Chunk[] }
  return { html: html + String(chunk), told: [...told, ...(instructions ?? []), ...chunks.filter(isTold)] }
}

function gathered(result: Result, slot: Slots[string]): Gathered | Promise<Gathered> {
  let all: Gathered = { html: '', told: [] }
  const write = (chunk: Chunk) => {
    all = gather(all, chunk)
  }
  const waits = renderSlot(result, slot).render({ write })
  return waits ? waits.then(() => all) : all
}

const instanceOf = ({ html, told }: Gathered): Instance => ({
  render(destination) {
    for (const one of told) destination.write(one)
    // Astro's mark for what is not to be escaped.
    if (html) destination.write(unescapeHTML(html) as Chunk)
  },
})

function placed(result: Result, component: object, props: Props, slots: [string, Gathered][]): Instance {
  const markup = Object.fromEntries(slots.map(([name, { html }]) => [name, html]))
  // What is neither Astro's nor a directive's is React's.
  const part = component as Parameters<typeof reactRenderer.renderToStaticMarkup>[0]
  const { html } = reactRenderer.renderToStaticMarkup.call({ result }, part, props, markup, { astroStaticSlot: true })
  return instanceOf({ html, told: slots.flatMap(([, { told }]) => told) })
}

/** What an island tells its page, by its directives: there are as many as places where pages have islands. */
const toldBy = new Map<string, readonly Chunk[]>()

/** An island that Astro puts in, remembered for the next page that has it in the same place with the same props. */
async function firstPlaced(waits: ReturnType<Render>, fingerprint: string, directives: string): Promise<Instance> {
  const island = await waits
  const chunks: Chunk[] = []
  island.render({ write: (chunk) => chunks.push(chunk) })
  keep(fingerprint, chunks.filter((chunk) => !isTold(chunk)).join(''))
  toldBy.set(directives, chunks.filter(isTold))
  return {
    render(destination) {
      for (const chunk of chunks) destination.write(chunk)
    },
  }
}

function islandPlaced(...[result, name, component, given]: Parameters<Render>): ReturnType<Render> {
  const prefix = nextPrefix(result)
  const props = { ...given, [placedAs]: prefix }
  const fingerprint = fingerprintOf(component as object, ['island', prefix, given])
  if (fingerprint === null) return renderByAstro(result, name, component, props)
  const directives = Object.entries(given)
    .filter(([one]) => one.startsWith('client:'))
    .join(' ')
  const [html, told] = [recall(fingerprint), toldBy.get(directives)]
  if (html !== undefined && told) return instanceOf({ html, told })
  return firstPlaced(renderByAstro(result, name, component, props), fingerprint, directives)
}

const isDirective = (name: string) => name.startsWith('client:') || name.startsWith('server:') || name === 'class:list'

type Kind = 'part' | 'island' | 'other'

function kindOf(component: unknown, props: Props, slots: Slots): Kind {
  if (!isReactPart(component)) return 'other'
  const directives = Object.keys(props).filter(isDirective)
  if (directives.length === 0) return 'part'
  const isPlain = directives.every((name) => name.startsWith('client:') && name !== 'client:only')
  return isPlain && Object.keys(slots).length === 0 ? 'island' : 'other'
}

function partPlaced(result: Result, component: object, props: Props, slots: Slots): ReturnType<Render> {
  const contents = Object.entries(slots).map(([name, slot]) => [name, gathered(result, slot)] as const)
  if (contents.some(([, content]) => content instanceof Promise)) {
    const ready = contents.map(async ([name, content]) => [name, await content] as [string, Gathered])
    return Promise.all(ready).then((all) => placed(result, component, props, all))
  }
  return placed(result, component, props, contents as [string, Gathered][])
}

export const renderComponent: Render = (result, name, component, props, slots = {}) => {
  const kind = kindOf(component, props, slots)
  if (kind === 'part') return partPlaced(result, component as object, props, slots)
  return (kind === 'island' ? islandPlaced : renderByAstro)(result, name, component, props, slots)
}
