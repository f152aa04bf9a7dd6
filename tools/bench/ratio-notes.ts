/**
 * Explains the limits of the baselines in docs/performance.md. Figures with a date were measured on that day, in one
 * run.
 */
export const ratioNotes = `## How to read the ratios

Two bare Workers serve as baselines. The first asks two plain questions, regardless of the page. The second asks what the portal asks: before each
row, the statements of one request are recorded inside the portal, with their bound values and round trips. The bare Worker repeats them in as many
round trips, parses the lists in the responses, and fills as many bytes by a template string. The difference between the two is the data that a page
needs beyond two questions; the difference between the second and the portal is the portal's own work.

Neither includes the fixed cost of a request to the portal: the frameworks (0.3 ms of processor time on 2026-11-21), the signature of the page cookie,
the access rules, a policy for the page and a log line. The portal does not ask for what it has cached, an education's facts or the catalogue's responses,
so for the education list the second Worker asks less than the first.

The reads of a page go in one batch (decision 008), the versions of cache tags come with the session (011), a course is asked with what it does (040),
pages are Astro components and islands are rendered in one call (012), lists are read in order along an index (009, 035), and the socket leads straight to the
Worker (049). One person requests each page again and again, so all its parts and islands have been rendered before; parts about the person are
rendered for the first time more often when many people ask.

Samples of the whole process on 2026-11-22, for a profile, a dashboard and an education: rendering the page takes 29, 19 and 24 %, the database in Miniflare
16, 25 and 12, the engine's helper threads and garbage collector 15, 13 and 19, the runtime itself 17, 20 and 21, and reading the rows, the calls, the
middleware and the frameworks 22, 21 and 21 together, with no function above one per cent. The most expensive query of the dashboard is the recommendations,
0.4 of 0.95 ms in SQLite. Miniflare's database also waits for the disk at each round trip, for reads too.

## The batching reader (decision 008)

Processor time of one request, compared with the build of the previous commit, measured 2026-11-23 in alternating slices of half a second, twelve each, on 2 cores at a load average
of 8 to 10: \`npm run bench -- --against ../before --seconds 6 --connections 4\`. Limits: a mean of 1.15×, no page over 1.25×, one round trip for the first seven.

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

All 24 pages and calls of the bench, in eight slices each, had a mean of 0.98×, between 0.71× and 1.20×. With 20 ms added to each call of D1 the median of a page is
29.6 ms (29.3 before) for the list, 29.6 (29.2) for the view, 28.7 (28.6) for the dashboard, 35.3 (43.2) for the profile and 32.8 (30.6) for people.
`
