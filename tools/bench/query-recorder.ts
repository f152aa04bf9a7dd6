/** One query of the portal to the database, with its bound values. */
export interface RecordedQuery {
  text: string
  values: (string | number | null)[]
}

/** Name of the recorder's entry point. */
export const recorderEntry = 'recorder'

/**
 * Returns the source of an entry point that only the bench adds. It answers with the queries that the built Worker runs
 * for a request, trip by trip, instead of with the Worker's response.
 */
export const toRecorderSource = (main: string): string => `
  import { withEnv } from 'cloudflare:workers'
  import recorded from './${main}'
  export const ${recorderEntry} = {
    async fetch(request, env, context) {
      const trips = []
      const questionOf = (inner, text, values) => ({
        inner,
        question: { text, values },
        bind: (...values) => questionOf(inner.bind(...values), text, values),
        ...Object.fromEntries(['all', 'raw', 'run', 'first'].map((how) => [how, (...given) => {
          trips.push([{ text, values }])
          return inner[how](...given)
        }])),
      })
      const recording = (database) => ({
        prepare: (text) => questionOf(database.prepare(text), text, []),
        batch(statements) {
          trips.push(statements.map(({ question }) => question))
          return database.batch(statements.map(({ inner }) => inner))
        },
        getBookmark: () => database.getBookmark(),
      })
      const DB = { ...recording(env.DB), withSession: (mark) => recording(env.DB.withSession(mark)) }
      const told = new Proxy(env, { get: (inner, name) => (name === 'DB' ? DB : inner[name]) })
      const { pathname, search } = new URL(request.url)
      const asked = new Request(env.PORTAL_ORIGIN + pathname + search, request)
      const answer = await withEnv(told, () => recorded.fetch(asked, told, context))
      await answer.arrayBuffer()
      return answer.ok ? Response.json(trips) : answer
    },
  }`
