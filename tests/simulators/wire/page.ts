import { textOf } from './text-of.ts'

/**
 * A page of the simulators: plain HTML in the shop's colours, and a line that says it isn't the real
 * vendor.
 */
export function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} (simulated)</title><style>${css}</style></head>
<body><p class="banner">Simulated. No real money moves and nothing real is delivered.</p><main>${content}</main></body></html>`
}

export function escapeHtml(value: unknown): string {
  const marks: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return textOf(value).replace(/[&<>"']/g, (mark) => marks[mark] ?? mark)
}

/** A table; cells are HTML already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[], empty: string): string {
  if (rows.length === 0) return `<p class="quiet">${escapeHtml(empty)}</p>`
  const head = heads.map((text) => `<th>${escapeHtml(text)}</th>`).join('')
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

const css = `
:root{color-scheme:dark}*{box-sizing:border-box}
body{margin:0;background:#0A1114;color:#F0F6F5;font:15px/1.5 "Hanken Grotesk",system-ui,sans-serif}
.banner{margin:0;padding:8px 16px;background:#33270C;color:#FFC24F;text-align:center;font-size:13px}
main{max-width:1080px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:28px;line-height:1.2;letter-spacing:-.02em;margin:8px 0 4px}h2{font-size:17px;margin:0 0 12px}
a{color:#FF86BA}section{background:#121D22;border-radius:14px;padding:20px;margin:16px 0}
.quiet,small{color:#93A9AF}.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px}th{text-align:left;color:#93A9AF;font-weight:500}
th,td{padding:7px 12px 7px 0;border-bottom:1px solid #26383F;vertical-align:top}td form,td button{display:inline-block}
button,.btn{font:inherit;font-weight:600;color:#F0F6F5;background:#253840;border:0;border-radius:8px;padding:9px 14px;margin:0 6px 8px 0;cursor:pointer;min-height:40px}
button:hover{background:#2E4650}button.small{padding:4px 10px;min-height:30px;font-size:12px;margin:0 4px 4px 0}
button.accent{background:#FF4F9A;color:#1C0610}button.accent:hover{background:#FF72AF}
:focus-visible{outline:2px solid #fff;outline-offset:2px}
input,select,textarea{font:inherit;color:#F0F6F5;background:#0A1114;border:1px solid #66808A;border-radius:8px;padding:8px 10px;margin:0 8px 8px 0;max-width:100%}
textarea,pre{width:100%;font:13px/1.5 ui-monospace,monospace}pre{background:#0A1114;border-radius:8px;padding:12px;overflow:auto;max-height:360px;margin:0}
.amount{font-size:44px;font-weight:800;letter-spacing:-.02em;margin:4px 0}.narrow{max-width:440px;margin:32px auto}
.ok{color:#55DE9B}.bad{color:#FF9078}.wide{width:100%;margin-right:0;min-height:52px}`
