import { readOptions } from '../command.ts'

/** Options of the command `npm run bench`. Only a run without a choice of rows writes docs/performance.md. */
export const values = readOptions(
  `Measures calls, pages and scripts of a portal of this machine:
  npm run bench -- --phone --only /education`,
  {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '8' },
    port: { type: 'string', default: '8790' },
    /** Only rows with this in their name, or pages with one of these, after commas, in their path. */
    only: { type: 'string' },
    /** Only the office's lists, at 2,000 and at 100,000 people. */
    office: { type: 'boolean', default: false },
    /** Only the crowd in courses. */
    courses: { type: 'boolean', default: false },
    /** Only a comparison with the build of another checkout. */
    against: { type: 'string' },
    /** Only the files of a large course. */
    packages: { type: 'boolean', default: false },
    /** Only what a slow phone meets, the best of five rounds. */
    phone: { type: 'boolean', default: false },
    /** Only an import of 100,000 rows. */
    import: { type: 'boolean', default: false },
    /** Only a read of 160,000 people from a register. */
    register: { type: 'boolean', default: false },
    /** Imports a file of nearly the maximum size. */
    long: { type: 'boolean', default: false },
  },
)
