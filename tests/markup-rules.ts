/** Returns the index after the `>` of the tag that begins at `start`; braces and quotes inside it are skipped. */
function endOfTag(text: string, start: number): number {
  let depth = 0
  let quote = ''
  for (let at = start; at < text.length; at++) {
    const sign = text[at] ?? ''
    if (quote) quote = sign === quote ? '' : quote
    else if (/["'`]/.test(sign)) quote = sign
    else if (sign === '{') depth++
    else if (sign === '}') depth--
    else if (sign === '>' && depth === 0) return at + 1
  }
  return text.length
}

/** Returns the opening tags of a component in an Astro file. */
const tagsOf = (text: string, component: string): string[] =>
  [...text.matchAll(new RegExp(`<${component}(?=[\\s/>])`, 'g'))].map(({ index }) =>
    text.slice(index, endOfTag(text, index)),
  )

const importing = /^import\s+(?!type\s)(?:(\w+)|\{([^}]*)\})\s+from\s+'[^']+\.tsx'/gm

/** Returns the names under which an Astro file imports React components. */
const reactImportsOf = (text: string): string[] =>
  [...text.matchAll(importing)].flatMap(([, one, several = '']) =>
    one ? [one] : several.split(',').flatMap((name) => /^(?:\w+ as )?([A-Z]\w*)$/.exec(name.trim())?.[1] ?? []),
  )

/** Returns the tags of React components that are not hydrated. */
export const staticReactTags = (text: string): string[] =>
  reactImportsOf(text).flatMap((name) => tagsOf(text, name).filter((tag) => !/\sclient:/.test(tag)))

const pair = /\s+([^\s<>"'=/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/
const openingTag = new RegExp(`<([a-z][\\w-]*)((?:${pair.source})*)\\s*/?>`, 'gi')

/**
 * Lists the attributes that a tag of the page has more than once, as `tag attribute`; the browser reads only the first.
 */
export function repeatedAttributes(html: string): string[] {
  const markup = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, '')
  return [...markup.matchAll(openingTag)].flatMap(([, tag = '', attributes = '']) => {
    const names = [...attributes.matchAll(new RegExp(pair, 'g'))].map(([, name = '']) => name.toLowerCase())
    return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${tag} ${name}`)
  })
}

/** Lists the ids that occur more than once on a page. */
export function repeatedIds(html: string): string[] {
  const ids = [...html.matchAll(/<[a-z][^<>]*?\sid="([^"]*)"/gi)].map(([, id = '']) => id)
  return ids.filter((id, at) => ids.indexOf(id) !== at)
}

const browserGlobals = /(?<![\w.$'"-])(?:window|document|localStorage|sessionStorage|navigator|location)\s*[.[]/g

/** Lists the uses of the browser's globals in an Astro file outside its scripts: it runs on the server. */
export const browserGlobalsIn = (text: string): string[] =>
  text.replace(/<script\b[\s\S]*?<\/script>|\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').match(browserGlobals) ?? []
