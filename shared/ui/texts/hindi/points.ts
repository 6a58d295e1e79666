/** Reward points, where the buying path meets them. */
export const points = {
  'You earn {points} points when it is delivered.': 'डिलीवरी पर आपको {points} पॉइंट मिलेंगे।',
  'You earned {points} points.': 'आपको {points} पॉइंट मिले।',
  '{points} points were taken back with the refund.': 'रिफ़ंड के साथ {points} पॉइंट वापस लिए गए।',
  'Redeem them': 'उन्हें भुनाएँ',
  redemption: 'पॉइंट भुनाना',
  'Still being worked on…': 'अभी काम चल रहा है…',
}
