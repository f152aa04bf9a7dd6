/** Of the built Worker's settings, what its door depends on. */
interface Doored {
  main: string
  assets: { run_worker_first: readonly string[] }
}

/** The name under which the door is known to the socket. */
export const socketEntry = 'socket'

/** A rule's star is for anything, all else in it for itself. */
const patternOf = (rule: string) => rule.split('*').map(RegExp.escape).join('.*')

/** The addresses that are looked up among the files and never asked of the Worker: what the rules take from it again. */
export function addressOfFile(rules: readonly string[]): RegExp {
  const paths = rules.filter((rule) => rule.startsWith('!')).map((rule) => patternOf(rule.slice(1)))
  return new RegExp(`^https?://[^/?]+(?:${paths.join('|')})(?:[?]|$)`)
}

/**
 * The module by which the socket comes in. The platform tells files from requests before a Worker is started; Miniflare has two Workers of its
 * own in front for that, which cost a small answer a quarter of its processor time. Here the same rules are one look at the address.
 */
export const socketDoor = ({ main, assets }: Doored): string => `
  import worker from './${main}'
  export * from './${main}'
  export { default } from './${main}'
  const file = ${addressOfFile(assets.run_worker_first)}
  export const ${socketEntry} = {
    fetch: (request, env, context) => (file.test(request.url) ? env.ASSETS : worker).fetch(request, env, context),
  }`
