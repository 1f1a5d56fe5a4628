import { describe, expect, it } from 'vitest'
import type { RunEvent, RunRecord } from '../../src/trace/events.ts'
import type { Layer } from '../../src/trace/layer.ts'
import { htmlReport } from '../../src/ui/chat/export/html-report.ts'
import { jsonReport } from '../../src/ui/chat/export/json-report.ts'
import { escapeMarkdown, markdownTable } from '../../src/ui/chat/export/markdown.ts'
import { markdownReport } from '../../src/ui/chat/export/markdown-report.ts'
import { policyHash } from '../../src/ui/chat/export/policy-hash.ts'
import { runReport } from '../../src/ui/chat/export/run-report.ts'
import { escapeHtml, html, SafeHtml } from '../../src/ui/chat/export/safe-html.ts'
import { fakeResult, fakeScene } from './fake-layers.ts'
import { EVENTS, RECORD } from './fake-run.ts'

const HOSTILE =
  '<img src=x onerror="alert(1)"> ](javascript:alert(1)) | `code` \u202Egpj.exe </style></title><script>alert(2)</script> "quoted" \'single\' &amp; **bold** https://evil.example/x www.evil.example #1'
const FRAME = { version: '9.9', madeAt: Date.parse('2026-12-01T10:00:00Z'), language: 'en' }

/** The fake run with foreign text wherever a report tells any. */
function hostileRecord(): RunRecord {
  const events = EVENTS.map((event): RunEvent => {
    switch (event.type) {
      case 'run-start':
        return { ...event, question: HOSTILE }
      case 'context-ready':
        return {
          ...event,
          sensing: HOSTILE,
          sop: HOSTILE,
          recalled: event.recalled.map((each) => ({ ...each, title: HOSTILE })),
        }
      case 'step-start':
        return {
          ...event,
          purpose: HOSTILE,
          call: { ...event.call, args: { ...event.call.args, note: HOSTILE } },
        }
      case 'step-end':
        return {
          ...event,
          failedChecks: [HOSTILE],
          error: { code: 'internal', message: HOSTILE },
          observation: event.observation && {
            ...event.observation,
            text: HOSTILE,
            warnings: [HOSTILE],
            labels: [{ name: 'file', value: HOSTILE }],
          },
        }
      case 'answer':
        return {
          ...event,
          answer: {
            ...event.answer,
            choice: HOSTILE,
            model: HOSTILE,
            spans: [...event.answer.spans, { text: HOSTILE }],
            caveats: [[{ text: HOSTILE }]],
          },
        }
      default:
        return event
    }
  })
  return { ...RECORD, question: HOSTILE, events }
}

const layers: readonly Layer[] = [
  fakeScene('scene-a', '2024-08-01', HOSTILE),
  { ...fakeScene('scene-b', '2024-09-20', 'second'), scene: assumed() },
  {
    ...fakeResult('burned', HOSTILE, { ramp: 'mask' }),
    lineage: {
      tool: 'threshold_mask',
      version: '1',
      args: { layer: HOSTILE },
      inputs: [{ id: 'dnbr', fingerprint: 'f' }],
    },
  },
]

function assumed() {
  const scene = fakeScene('x', '2024-09-20', 'x').scene!
  return { ...scene, assumptions: [{ field: 'crs' as const, value: HOSTILE, why: HOSTILE, sure: false }] }
}

const hostile = () =>
  runReport(hostileRecord(), layers, {
    picture: {
      title: HOSTILE,
      url: 'data:image/png;base64,AAAA',
      width: 3,
      height: 2,
      place: HOSTILE,
      legend: [{ color: '#d2462d', label: HOSTILE }],
    },
    charts: new Map([[2, '<svg xmlns="http://www.w3.org/2000/svg"><rect width="1" height="1"/></svg>']]),
  })

describe('escapeHtml', () => {
  it('leaves nothing that could begin a tag, end an attribute or turn the text around', () => {
    const text = escapeHtml(HOSTILE)
    expect(text).not.toMatch(/[<>"']/)
    expect(text).not.toContain('\u202e')
    expect(text).toContain('\ufffdgpj.exe')
    expect(text).toContain('&amp;amp;')
  })
})

describe('html', () => {
  it('escapes every part but what it made itself', () => {
    expect(
      html`<p title="${'"'}">${'<b>'}${html`<i>${'&'}</i>`}${[1, '<', new SafeHtml('<hr>')]}</p>`.markup,
    ).toBe('<p title="&quot;">&lt;b&gt;<i>&amp;</i>1&lt;<hr></p>')
  })
})

describe('htmlReport', () => {
  it('forbids itself everything but its own style and inline pictures', async () => {
    const page = await htmlReport([hostile()], FRAME)
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)![1]!
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)![1]!
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      'img-src data:',
      `style-src '${await policyHash(style)}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ])
    // Before anything that the policy is for.
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<title>'))
  })

  it('shows foreign text as text, wherever it stands', async () => {
    const page = await htmlReport([hostile()], FRAME)
    expect(page.match(/<script|<img(?! src="data:)|onerror="|javascript:alert\(1\)"/gi)).toBeNull()
    expect(page.match(/<style>/g)).toHaveLength(1)
    expect(page.match(/<\/title>/g)).toHaveLength(1)
    expect(page).not.toContain('\u202e')
    // Question, title, sensing, procedure, recalled, purposes, arguments, texts, … each told.
    expect(page.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;/g)!.length).toBeGreaterThan(20)
    const tags = page.match(/<[^>]+>/g)!.join('\n')
    expect(tags).not.toMatch(/\s(style|on[a-z]+)="/)
  })

  it('leads each figure of the answer to its step, data to what was assumed, layers to their making', async () => {
    const page = await htmlReport([runReport(RECORD, layers, { picture: null, charts: new Map() })], FRAME)
    expect(page).toMatch(/<a href="#run-1-step-3"[^>]*>8,026\.1 ha<sup>3<\/sup><\/a>/)
    for (const step of [1, 2, 3]) expect(page).toContain(`id="run-1-step-${step}"`)
    expect(page).toContain('GeoForge 9.9')
    expect(page).toMatch(/area<\/th>[\s\S]*?8,026\.1<\/td>[\s\S]*?ha<\/td>/)
    // The chart that was not drawn stands as its table.
    expect(page).toMatch(/<details open>[\s\S]*moderate-low[\s\S]*3,820\.9/)
    expect(page).toContain('threshold_mask')
  })

  it('keeps the anchors of several runs apart', async () => {
    const one = runReport(RECORD, layers, { picture: null, charts: new Map() })
    const page = await htmlReport([one, one], FRAME)
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })
})

describe('escapeMarkdown', () => {
  it.each([
    ['a | b', 'a \\| b'],
    ['`rm`', '\\`rm\\`'],
    ['[x](javascript:alert(1))', '\\[x\\]\\(javascript&#58;alert\\(1\\)\\)'],
    ['<img src=x onerror=1>', '&lt;img src=x onerror=1&gt;'],
    ['https://evil.example', 'https&#58;//evil.example'],
    ['www.evil.example', 'www&#46;evil.example'],
    ['who@evil.example', 'who&#64;evil.example'],
    ['- item', '\\- item'],
    ['1. item', '1\\. item'],
    ['# head', '\\# head'],
    ['line\n\n# head', 'line \\# head'],
    ['a\u202Eb\u200Bc', 'a\ufffdb\ufffdc'],
    ['&lt;', '&amp;lt;'],
    ['a\\|b', 'a\\\\\\|b'],
    ['0.27 ha', '0.27 ha'],
  ])('%j', (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped)
  })
})

describe('markdownTable', () => {
  it('has as many cells in each row, whatever they hold', () => {
    const cells = (line: string) => line.replaceAll(/\\\\|\\\|/g, '').split('|').length
    const lines = markdownTable(
      ['a', 'b'],
      [
        [HOSTILE, 'x|y\\'],
        ['line\nbreak', ''],
      ],
    ).split('\n')
    expect(lines).toHaveLength(4)
    expect(new Set(lines.map(cells))).toEqual(new Set([4]))
  })
})

describe('markdownReport', () => {
  it('shows foreign text as text', () => {
    const text = markdownReport([hostile()], FRAME)
    const ours = text.replaceAll(/<a id="run-1-step-\d+"><\/a>/g, '')
    expect(ours).not.toMatch(/[<>](?!\s)(?!$)/m)
    expect(ours).not.toContain('\u202e')
    expect([...text.matchAll(/(?<!\\)\]\(([^)]*)\)/g)].map(([, target]) => target)).toEqual(['#run-1-step-3'])
    expect(text).not.toMatch(/https?:\/\/|javascript:/)
  })

  it('holds the figures of each step and links those of the answer', () => {
    const text = markdownReport([runReport(RECORD, layers, { picture: null, charts: new Map() })], FRAME)
    expect(text).toContain('[8,026.1 ha](#run-1-step-3)')
    expect(text).toContain('| area |  | 8,026.1 | ha |')
    expect(text).toContain('| moderate-low | 3,820.9 |')
    // White space between words and figures stays.
    expect(text).toContain(
      '> Between 2024-08-01 and 2024-09-20, [8,026.1 ha](#run-1-step-3) burned \\(dNBR at least 0.27\\).\n',
    )
    expect(text).toContain('- [13,921](#run-1-step-1) pixels were left out because of cloud.\n')
  })
})

describe('jsonReport', () => {
  it('is the stored run as it is, with a version and what is known of the layers', () => {
    const parsed = JSON.parse(jsonReport([hostile()], FRAME)) as Record<string, unknown>
    expect(parsed).toMatchObject({
      format: 'geoforge-runs',
      version: 1,
      app: { name: 'GeoForge', version: '9.9' },
      exportedAt: '2026-12-01T10:00:00.000Z',
    })
    expect(parsed['runs']).toEqual([JSON.parse(JSON.stringify(hostileRecord()))])
    expect(
      (parsed['layers'] as { id: string; removed?: true }[]).map(({ id, removed }) => [id, removed]),
    ).toEqual(
      expect.arrayContaining([
        ['scene-a', undefined],
        ['nbr-a', true],
        ['burned', undefined],
      ]),
    )
  })
})
