/**
 * Explains the limits of the baselines in docs/performance.md. Figures with a date were measured on that day, in one
 * run.
 */
export const ratioNotes = `## How to read the ratios

Two bare Workers are compared with. One asks two plain questions, whatever a page shows. The other asks what the portal asks: before each
row a request is recorded from within the portal, every statement with what it was bound to, trip by trip, and the bare Worker asks the same in
as many trips, takes the lists in the answers apart, and fills as many bytes by a template string. What lies between the two is what a page tells more than
two questions would; what lies between the second and the portal is the portal's own work.

Neither knows what a request to the portal brings along: the way through the frameworks to any answer at all (0.3 ms of processor on 2026-11-21), the seal of the
page cookie, the rules of each call, a policy for the page and a line in the log. What the portal remembers, an education's facts or the catalogue's answers,
it does not ask again, so for the education list the second Worker asks less than the first.

The reads of a page go in one batch (decision 008), purges are told with the session (011), a course is asked with what it does (040),
pages are Astro components and islands are rendered in one call (012), lists are met in their order along an index (009, 035), and the socket leads straight to the
Worker (049). Each page is asked again and again by one person, so that all its parts and islands have been there before; those that tell of the person are
made for the first time more often where many ask.

By samples of the whole process on 2026-11-22, of a profile, a dashboard and an education: making the page 29, 19 and 24 %, the database in Miniflare 16, 25 and 12, the
engine's helper threads and its collector 15, 13 and 19, the runtime itself 17, 20 and 21, and reading the rows, the calls, the middleware and the frameworks
22 together, 21 and 21, of which no function takes more than a hundredth. The dashboard's dearest question is what is recommended, 0.4 of 0.95 ms in SQLite
alone. Miniflare's database also waits for the disk with each trip, reading or not.

## The batching reader (decision 008)

Processor time of one request beside the build of the commit before, measured 2026-11-23 by turns of half a second, twelve each, on 2 cores at a load average
of 8 to 10: \`npm run bench -- --against ../before --seconds 6 --connections 4\`. Held to: a mean of 1.15×, no page over 1.25×, one round trip for the first seven.

| | before ms | after ms | ratio | round trips |
| --- | ---: | ---: | ---: | ---: |
| Education list | 3.42 | 2.91 | 0.85× | 1 → 1 |
| Education view | 3.25 | 3.67 | 1.13× | 1 → 1 |
| Dashboard | 4.38 | 4.55 | 1.04× | 1 → 1 |
| Profile | 8.00 | 6.88 | 0.86× | 3 → 1 |
| GET /Educations, miss | 2.61 | 2.78 | 1.06× | 1 → 1 |
| The runner’s poll | 1.14 | 1.13 | 1.00× | 1 → 1 |
| People | 4.40 | 4.57 | 1.04× | 1 → 1 |
| Education list as the office sees it | 5.28 | 5.00 | 0.95× | 2 → 2 |
| Organisations | 2.43 | 2.38 | 0.98× | 1 → 1 |

All 24 pages and calls of the bench in turns of eight came to a mean of 0.98×, between 0.71× and 1.20×. With 20 ms added to each call of D1 the median of a page is
29.6 ms (29.3 before) for the list, 29.6 (29.2) for the view, 28.7 (28.6) for the dashboard, 35.3 (43.2) for the profile and 32.8 (30.6) for people.
`
