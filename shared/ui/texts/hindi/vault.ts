/** What was delivered to be read, on an order's page. */
export const vault = {
  'Your code is here': 'आपका कोड यहाँ है',
  'Your {n} codes are here': 'आपके {n} कोड यहाँ हैं',
  'What you bought is here': 'आपने जो खरीदा वह यहाँ है',
  'Delivered in {span}. Only you can open it.': '{span} में डिलीवर। इसे सिर्फ़ आप खोल सकते हैं।',
  'It is in its place above, kept for you alone.': 'यह ऊपर अपनी जगह पर है, सिर्फ़ आपके लिए।',
  Code: 'कोड',
  '{label} {n} of {total}': '{label} {n}/{total}',
  'Keep it to yourself until you use it.': 'इस्तेमाल करने तक इसे किसी को न बताएँ।',
  hidden: 'छिपा है',
  Reveal: 'दिखाएँ',
  'Reveal {label}': '{label} दिखाएँ',
  'Opening it': 'खुल रहा है',
  Copy: 'कॉपी करें',
  'Copy {label}': '{label} कॉपी करें',
  'Hide {label}': '{label} छिपाएँ',
  'It hides by itself after a minute, or when you leave this page.':
    'एक मिनट बाद, या यह पेज छोड़ने पर, यह अपने-आप छिप जाएगा।',
  'It is only shown while you are online': 'यह सिर्फ़ ऑनलाइन रहने पर दिखता है',
  'It is never stored on the phone. Try again when the network is back.':
    'यह फ़ोन पर कभी नहीं रखा जाता। नेटवर्क आने पर फिर कोशिश करें।',
  'Each look is written down with time and device. Nobody has looked so far.':
    'हर बार देखना समय और डिवाइस के साथ लिखा जाता है। अब तक किसी ने नहीं देखा।',
  'Each look is written down with time and device.': 'हर बार देखना समय और डिवाइस के साथ लिखा जाता है।',
  'First opened': 'पहली बार खुला',
  'Who looked and when': 'किसने कब देखा',
} as const
